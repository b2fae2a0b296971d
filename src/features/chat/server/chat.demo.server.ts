import type { Demo, DemoConversation, DemoSeed } from '#/core/feature.server.ts'
import { addThread } from './add-thread.server.ts'

/** Seeds the conversations that other features bring, with what their tools and passages really return. */
export const chatDemo: Demo = {
  order: 10,
  async seed(demo) {
    for (const conversation of demo.conversations) {
      const { by, hoursAgo, title } = conversation
      const turns = await answered(demo, conversation)
      const { createdById, ...workspace } = demo.createdBy(by)
      const page = turns.some((turn) => 'passages' in turn) ? 'rag' : 'general'
      const at = demo.hoursAgo(hoursAgo)
      await addThread(demo.tx, { workspace, createdById, page, title, at, turns })
    }
  },
}

async function answered({ installed, contextOf }: DemoSeed, { by, turns }: DemoConversation) {
  const ctx = contextOf(by)
  const { reading } = await installed.chatTools()
  const all = []
  for (const turn of turns) {
    if ('passages' in turn) {
      const found = await installed.passages?.(ctx, { query: turn.text, limit: turn.passages })
      all.push({ text: turn.text, passages: found?.items ?? [] })
    } else {
      const output = await reading[turn.tool]?.run(ctx, turn.input, { id: 'demo' })
      all.push({ ...turn, output })
    }
  }
  return all
}
