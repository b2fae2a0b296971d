// Models whose prompt opens the reasoning send its closing tag only, and some use tags of their own;
// `createModels` takes out what common tags open. A tag that an answer mentions stands in code.
const TAG = /(?<!`)(?:<\/?(?:think(?:ing)?|reasoning|thought)>|\[\/?think\])/gi

/**
 * Divides a text that begins with reasoning, which its opening or its closing tag tells: what precedes the
 * last closing tag is reasoning. `reasoning` is empty for any other text.
 */
export function divideReasoning(text: string): { reasoning: string; text: string } {
  const tags = [...text.matchAll(TAG)].filter(({ index }) => text.slice(0, index).split('\n```').length % 2)
  const last = tags.findLast(([tag]) => tag[1] === '/')
  if (!last && !text.trimStart().startsWith(tags[0]?.[0] ?? ' ')) return { reasoning: '', text }
  const end = last?.index ?? text.length
  return {
    reasoning: text.slice(0, end).replaceAll(TAG, '').trim(),
    text: text.slice(end + (last?.[0].length ?? 0)).trimStart(),
  }
}
