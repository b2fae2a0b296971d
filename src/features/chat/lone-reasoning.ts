// Models whose prompt opens the reasoning send its closing tag only; `createModels` takes out what is opened.
// A tag that an answer mentions stands in code.
const CLOSING = /(?<!`)<\/(?:think|thinking|reasoning)>(?=\s|$)/gi

/**
 * Divides a text that began inside reasoning, which only its closing tag tells: what precedes the tag is
 * reasoning. `reasoning` is empty for any other text.
 */
export function divideReasoning(text: string): { reasoning: string; text: string } {
  const last = [...text.matchAll(CLOSING)].at(-1)
  if (!last) return { reasoning: '', text }
  return {
    reasoning: text.slice(0, last.index).replaceAll(CLOSING, '').trim(),
    text: text.slice(last.index + last[0].length).trimStart(),
  }
}
