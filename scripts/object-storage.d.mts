import type { ChildProcess } from 'node:child_process'

export const CREDENTIALS: Record<string, string>
export type ObjectStorage = {
  url: string
  port: number
  folder: string
  server: ChildProcess
  stop(): Promise<void>
}
export function startObjectStorage(options?: { folder?: string; port?: number }): Promise<ObjectStorage>
export function withObjectStorage<T>(task: (env: Record<string, string>) => Promise<T>): Promise<T>
