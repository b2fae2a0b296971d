// Models whose prompt opens the reasoning send its closing tag only, and some use tags of their own;
// `createModels` takes out what common tags open.
const OPENING = /^\s*(?:<(?:think|thinking|reasoning|thought|seed:think)>|\[THINK\])/i
// A tag that an answer mentions stands in code.
const CLOSING = /(?<!`)(?:<\/(?:think|thinking|reasoning|thought|seed:think)>|\[\/THINK\])(?!`)/gi
const FENCE = /^ {0,3}(?:```|~~~)/gm

/**
 * Divides a text that begins with reasoning, which its opening or its closing tag tells: what precedes the
 * last closing tag is reasoning. `reasoning` is empty for any other text.
 */
export function divideReasoning(text: string): { reasoning: string; text: string } {
  const last = [...text.matchAll(CLOSING)].findLast(({ index }) => !isInFence(text, index))
  if (!last && !OPENING.test(text)) return { reasoning: '', text }
  const end = last?.index ?? text.length
  return {
    reasoning: text.slice(0, end).replace(OPENING, '').replaceAll(CLOSING, '').trim(),
    text: text.slice(end + (last?.[0].length ?? 0)).trimStart(),
  }
}

const isInFence = (text: string, index: number): boolean =>
  (text.slice(0, index).match(FENCE) ?? []).length % 2 === 1
