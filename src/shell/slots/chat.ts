import type { ChatParts, FeatureChat } from '@plinth/core/feature'
import type { Loadable } from '@plinth/core/texts'
import { keyed, merged } from '@plinth/core/app'
import { byOrder, partsOf } from './parts.ts'

const parts = partsOf(
  import.meta.glob<FeatureChat>('../../features/*/*.chat.{ts,tsx}', { eager: true, import: 'chat' }),
)

/** What all features bring to the chat. Loaded with its pages, and by the server for its answers. */
export const chatParts: ChatParts = {
  commands: Object.values(
    merged(
      'the command',
      parts.map(({ name, part: { commands } }) => ({
        name,
        entries: keyed(commands, (command) => `/${command.name}`),
      })),
    ),
  ).toSorted(byOrder),
  tools: new Map(
    Object.entries(
      merged(
        'the view of the chat tool',
        parts.map(({ name, part }) => ({ name, entries: part.tools })),
      ),
    ),
  ),
}

/** The texts of these parts. */
export const chatTexts = parts.map(({ name }) => `${name}:chat` as Loadable)
