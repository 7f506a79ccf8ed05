/** What the header `Retry-After` asks for, in seconds: it holds seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  // Other forms than the header's would be read as dates, too.
  const date = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
