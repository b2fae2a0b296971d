import type { Demo, DemoConversation, DemoSeed } from '@plinth/core/feature/server'
import { translateTo } from '@plinth/core/server'
import { addThread } from './add-thread.server.ts'
import { searchPassages } from './passages.server.ts'
import { wordToolResult } from './built-in/tool-results.server.ts'

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
  const tools = new Map(Object.entries(reading))
  const all = []
  for (const turn of turns) {
    if ('passages' in turn) {
      const { items } = await searchPassages(ctx, { query: turn.text, limit: turn.passages })
      all.push({ text: turn.text, passages: items })
    } else {
      const { tool: toolName, input } = turn
      const value = (await tools.get(toolName)?.run(ctx, input, { id: 'demo' })) ?? null
      const outcome = { kind: 'output', value } as const
      const answer = wordToolResult({ toolName, input, outcome }, tools, translateTo('en'))
      all.push({ ...turn, output: value, answer })
    }
  }
  return all
}
