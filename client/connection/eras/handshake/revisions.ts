/** The revisions with an `initialize` handshake, newest first. The first is offered, any of them is accepted. */
export const HANDSHAKE_REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** The revision that `initialize` offers. */
export const OFFERED_REVISION = HANDSHAKE_REVISIONS[0];
