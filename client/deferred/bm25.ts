/** What BM25 needs to know about a collection of documents. */
export interface Bm25Index {
  documents: { length: number; counts: ReadonlyMap<string, number> }[];
  /** In how many documents a token occurs. */
  frequencies: ReadonlyMap<string, number>;
  averageLength: number;
}

/** How fast repeated tokens stop counting. */
const k1 = 1.5;
/** How much a long document is marked down. */
const b = 0.75;

export function buildIndex(documents: readonly (readonly string[])[]): Bm25Index {
  const frequencies = new Map<string, number>();
  let total = 0;
  const counted = documents.map((tokens) => {
    const counts = count(tokens);
    for (const token of counts.keys()) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
    total += tokens.length;
    return { length: tokens.length, counts };
  });
  // Empty documents must not make the average, a divisor, zero.
  return { documents: counted, frequencies, averageLength: Math.max(1, total / Math.max(1, documents.length)) };
}

/** Inverse document frequency, ln(1 + (N − df + 0.5) / (df + 0.5)): always positive, highest for an unknown token. */
export function idf(index: Bm25Index, token: string): number {
  const frequency = index.frequencies.get(token) ?? 0;
  return Math.log(1 + (index.documents.length - frequency + 0.5) / (frequency + 0.5));
}

/** The BM25 score of each document for a query, in the order of the documents; a repeated token counts again. */
export function scores(index: Bm25Index, query: readonly string[]): number[] {
  const terms = [...count(query)].map(([token, times]) => ({ token, weight: times * idf(index, token) }));
  return index.documents.map(({ length, counts }) => {
    const norm = k1 * (1 - b + (b * length) / index.averageLength);
    return terms.reduce((sum, { token, weight }) => {
      const frequency = counts.get(token) ?? 0;
      return sum + (weight * frequency * (k1 + 1)) / (frequency + norm);
    }, 0);
  });
}

function count(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}
