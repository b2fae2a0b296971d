import type { FeatureChat } from '@plinth/core/feature'

export const chat: FeatureChat = {
  commands: [{ name: 'help', order: 1_000, text: 'chat:commands.help', argument: 'none' }],
}
