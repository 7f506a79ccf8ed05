/** The revisions with an `initialize` handshake, oldest first. */
export const HANDSHAKE: string[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

/** The revision without. */
export const STATELESS = '2026-07-28';
