import { run } from './cli/run.ts';

// Exits by itself: whatever a dependency may still hold open is not waited for.
void run(process.argv).then((code) => process.exit(code));
