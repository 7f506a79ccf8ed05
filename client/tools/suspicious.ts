/** What a description may hold that reads like an attempt to steer the model, with the reason in words. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/ignore\s+(?:all\s+)?previous\s+instructions/i, 'tells the model to drop its instructions'],
  [/you\s+are\s+now\s+a/i, 'gives the model another identity'],
  [/your\s+new\s+(?:task|role|instructions?)\s+(?:is|are)/i, 'gives the model a new task'],
  [/system\s*:/i, 'imitates a system message'],
  [/<\s*(?:system|human|assistant)\s*>/i, 'holds a tag of a chat role'],
  [/do\s+not\s+(?:tell|inform|mention|reveal)/i, 'asks the model to keep something from the user'],
  [/(?:curl|wget|fetch)\s+https?:\/\//i, 'holds a command that loads from the network'],
  [/base64\.(?:b64decode|decodebytes)/i, 'decodes base64'],
  [/(?:exec|eval)\s*\(/i, 'runs code from a string'],
  [/import\s+(?:subprocess|os|shutil|socket)/i, 'imports a Python module that reaches the system'],
];

/**
 * Why a tool description looks like prompt injection, in the order of the ten patterns; empty when it does not. For a
 * warning only: there are no word boundaries, so that "ecosystem: …" is named too, and nothing is blocked for it (the
 * original client's rule).
 */
export function suspiciousPatterns(description: string): string[] {
  return patterns.filter(([pattern]) => pattern.test(description)).map(([, reason]) => reason);
}
