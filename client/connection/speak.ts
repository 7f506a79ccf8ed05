// What is needed once there is a channel to a server, and no sooner.
export { createConnection } from './connection.ts';
export { createEngine } from './engine.ts';
export { negotiate } from './eras/negotiate.ts';
