/** The one revision without a handshake. */
export const STATELESS_REVISION = '2026-07-28';
