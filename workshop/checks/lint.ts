import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const rules = path.join('workshop', 'checks', 'style.json')

/** The linter's rules that are about our style, which are none of a project's. */
export async function checkStyle(root: string): Promise<string[]> {
  const oxlint = path.resolve('node_modules/oxlint/bin/oxlint')
  try {
    await promisify(execFile)(process.execPath, [oxlint, '--config', rules, '--format', 'unix'], {
      cwd: root,
      maxBuffer: 1e8,
    })
    return []
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return [`${stdout}${stderr}`.trim()]
  }
}
