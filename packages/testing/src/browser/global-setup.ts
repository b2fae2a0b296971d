import { openRunFolder } from '../runner/run-folder.ts'
import { startApp } from '../programs/running-app.ts'

export const DEMO_PASSWORD = 'correct-plinth-demo'

/** Starts one built application for all journeys; each has its own users, so they do not interfere. */
export default async function setup(): Promise<() => Promise<void>> {
  const expectNothingLeft = openRunFolder()
  const app = await startApp({ env: { DEMO_PASSWORD } })
  process.env.TEST_URL = app.url
  process.env.TEST_DATA_DIR = app.dataDir
  return async () => {
    const code = await app.stop()
    const problems = app
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"') && !line.includes('"expected"'))
    if (problems.length > 0)
      throw new Error(`The server logged errors during the journeys:\n${problems.join('\n')}`)
    if (code !== 0) throw new Error(`The server ended with ${code}`)
    await expectNothingLeft()
  }
}
