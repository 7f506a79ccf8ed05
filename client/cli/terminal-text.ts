// All control characters but tab and newline.
const controls = /(?![\t\n])\p{Cc}/gu;

/** A text as a terminal may show it: without the control characters that move its cursor or change its state. */
export function terminalText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(controls, '');
}
