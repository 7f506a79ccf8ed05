/** The version of the fixture that a record names; it changes when the same plan no longer gives the same bytes. */
export const FIXTURE_VERSION = '1';
