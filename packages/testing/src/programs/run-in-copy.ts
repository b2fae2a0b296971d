import { spawn } from 'node:child_process'
import path from 'node:path'
import { inject } from 'vitest'
import { atEnd } from '../runner/at-end.ts'
import { startDatabaseProxy } from '../http/database-proxy.ts'
import { urlOf } from '../http/open-app.ts'
import { projectRoot, type ProjectCopy } from './project-copy.ts'

const bin = path.join(projectRoot, 'node_modules/.bin')

/** Runs commands of the project in its copies, with the test's database. Call it in a test file. */
export async function runnerOfCopies() {
  const proxy = await startDatabaseProxy(urlOf(inject('database').connection))
  atEnd(() => proxy.close())

  /** `more` are arguments with spaces in them. */
  function run({ folder }: ProjectCopy, command: string, ...more: string[]): Promise<Ended> {
    const [program = '', ...args] = command.split(' ')
    const inherited = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('VITEST') && name !== 'NODE_OPTIONS',
    )
    const env = {
      ...Object.fromEntries(inherited),
      PATH: `${bin}${path.delimiter}${process.env.PATH}`,
      TEST_DATABASE_URL: proxy.url,
    }
    const child = spawn(program, [...args, ...more], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return new Promise((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, output }))
    })
  }

  return {
    run,
    async succeed(copy: ProjectCopy, command: string, ...more: string[]): Promise<void> {
      const { code, output } = await run(copy, command, ...more)
      if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output}`)
    },
  }
}

type Ended = { code: number | null; output: string }
