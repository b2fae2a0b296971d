/** Why a task ended without a result: its process used too much time or memory, or died. */
export type EndReason = 'time' | 'memory' | 'crash'

/** What a worker process is told: the task's bytes in pieces, then the task. */
export type Order = { piece: Uint8Array } | { module: string; input: unknown; maxSeconds: number }

/** What a worker process tells: parts of the result, then how the task ended. */
export type Report =
  | { part: unknown }
  /** With `isSpent`, the process is not fit for another task. */
  | { output: unknown; isSpent?: boolean }
  /** The task's function threw. */
  | { thrown: string }
  | { ended: EndReason }
