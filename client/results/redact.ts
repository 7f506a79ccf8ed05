// No upper lengths: what is left over of a long secret would be a secret still. Each pattern reads its text once, and
// repeats no group: that would run out of stack on a text of megabytes.
const SECRETS = [
  /ghp_\w+/gi,
  /sk-[\w-](?:[\w.-]*[\w-])?/gi,
  /Bearer\s+\S+/gi,
  /(?:token|(?:api_)?key|password|secret)=[^\s&,;"']+/gi,
];

/** Replaces what looks like a credential in an error text (the original client's rule: error texts alone, not results). */
export function redact(text: string): string {
  return SECRETS.reduce((left, secret) => left.replace(secret, '[REDACTED]'), text);
}
