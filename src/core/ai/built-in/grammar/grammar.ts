/**
 * What a person can ask for by a plain command. A text is what they wrote, without quotation marks around it.
 */
export type Command =
  | { name: 'help' | 'listTodos' }
  | { name: 'searchPosts'; query: string }
  | { name: 'readPost'; title: string }
  | { name: 'createPost'; title: string; content: string | undefined }
  | { name: 'addTodo'; text: string }

export type CommandName = Command['name']

/**
 * How one language says its commands: expressions for small letters without accents, from the first word to
 * the last, tried in their order. `loose` ones would also fit sentences of other languages and are tried
 * after all others. Groups: query, title, content, text.
 */
export type Grammar = {
  /** Words of courtesy before a command. */
  courtesy: string
  /** Words after the slash. */
  slash: Record<string, CommandName>
  patterns: readonly (readonly [CommandName, string])[]
  loose: readonly (readonly [CommandName, string])[]
}

/** A title: in quotation marks, or as little of the line as the rest allows. */
export const TITLE = String.raw`(?<title>"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|[^\n]+?)`
/** What may come after a title: a body, after words that announce it or on lines of its own. */
export const contentAfter = (words: string) =>
  String.raw`(?:\s*(?:\n|[,;]?\s(?:${words}):?\s)\s*(?<content>[^]+))?`
export const QUERY = '(?<query>[^]+?)'
export const TEXT = '(?<text>[^]+?)'
/** One of several words, or several of one kind. */
export const one = (...words: string[]) => `(?:${words.join('|')})`
/** The same, with the space after it, or nothing. */
export const maybe = (...words: string[]) => `(?:(?:${words.join('|')}) )?`
