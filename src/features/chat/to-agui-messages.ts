import type { UIMessage as TanStackMessage } from '@tanstack/ai/client'
import { getToolName, isToolUIPart, type UIMessage } from 'ai'

type TanStackPart = TanStackMessage['parts'][number]
type Stored = {
  id: string
  role: 'user' | 'assistant'
  parts: UIMessage['parts']
  metadata: { createdAt: string }
}

/**
 * Stored messages as TanStack AI's client shows them. What has no part of its own there, such as a failure,
 * stands in the metadata under its name.
 */
export function toAguiMessages(messages: readonly Stored[]): TanStackMessage[] {
  return messages.map(({ id, role, parts, metadata }) => ({
    ...{ id, role, parts: parts.flatMap(toParts), createdAt: new Date(metadata.createdAt) },
    metadata: {
      ...metadata,
      ...Object.fromEntries(
        parts.flatMap((part) =>
          part.type.startsWith('data-') && 'data' in part ? [[part.type.slice(5), part.data]] : [],
        ),
      ),
    },
  }))
}

function toParts(part: UIMessage['parts'][number]): TanStackPart[] {
  if (part.type === 'text') return [{ type: 'text', content: part.text }]
  if (!isToolUIPart(part)) return []
  const { toolCallId: id, input, approval } = part
  const call: TanStackPart = {
    ...{
      type: 'tool-call' as const,
      id,
      name: getToolName(part),
      arguments: JSON.stringify(input ?? {}),
      input,
    },
    state:
      part.state === 'approval-requested' || part.state === 'approval-responded' ? part.state : 'complete',
    ...(approval ? { approval: { id: approval.id, needsApproval: true, approved: approval.approved } } : {}),
    ...(part.state === 'output-available' ? { output: part.output } : {}),
  }
  const result = resultOf(part)
  return result === undefined ? [call] : [call, { type: 'tool-result', toolCallId: id, ...result }]
}

type ToolPart = Extract<UIMessage['parts'][number], { toolCallId: string }>

function resultOf(
  part: ToolPart,
): { content: string; state: 'complete' | 'error'; error?: string } | undefined {
  if (part.state === 'output-available')
    return { content: JSON.stringify(part.output ?? null), state: 'complete' }
  if (part.state === 'output-denied') return { content: JSON.stringify({ denied: true }), state: 'complete' }
  if (part.state !== 'output-error') return undefined
  return { content: JSON.stringify({ error: part.errorText }), state: 'error', error: part.errorText }
}
