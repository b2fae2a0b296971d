import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publicSettings } from './support/http/open-app.ts'
import { isPostgresMissing, startReplicatedPostgres } from './support/replicated-postgres.ts'
import { runCommand } from './support/run-command.ts'
import { freePort } from './support/running-app.ts'

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-doctor-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('doctor -- --deploy names what a public server lacks, each with a fix, and what it has', async () => {
  const folder = newFolder()
  const doctor = runCommand(['npm', 'run', 'doctor', '--', '--deploy'], {
    env: {
      ...publicSettings,
      DATA_DIR: folder,
      DATABASE_URL: 'embedded',
      APP_URL: 'https://app.invalid',
      MAIL_FROM: 'no-reply@mail.invalid',
    },
  })
  expect(await doctor.ended).toBe(1)
  const lines = doctor.output()
  for (const line of [
    /✗ DNS +app\.invalid is not known \(.+\)\n +→ Create an A or AAAA record/,
    /✗ TLS +no trusted connection/,
    /✗ Public +https:\/\/app\.invalid does not respond/,
    /✗ Proxy +no proxy is trusted/,
    /✗ Mail +127\.0\.0\.1 refuses/,
    /✗ SPF /,
    /✗ DMARC /,
    /✓ Storage +DATA_DIR .+ stores, returns and deletes/,
    /✗ Backup +there is none in .+backups/,
  ])
    expect(lines).toMatch(line)
  expect(lines).not.toContain('✗ Port')
  expect(lines).not.toContain('    at ')
})

test.skipIf(isPostgresMissing)(
  'doctor -- --deploy says of each replica whether it replays, is far behind, takes writes or is gone',
  async () => {
    const servers = await startReplicatedPostgres(2)
    onTestFinished(() => servers.end())
    const folder = newFolder()
    const { primary } = servers
    const [current, late] = servers.standbys.map(({ url }) => url)
    const gone = `postgres://postgres@127.0.0.1:${await freePort()}/app`
    await servers.standbys[1]?.query('select pg_wal_replay_pause()')
    await primary.query(
      'create table filler as select repeat(md5(n::text), 60) from generate_series(1, 100000) n',
    )
    const doctor = runCommand(['npm', 'run', 'doctor', '--', '--deploy'], {
      env: {
        ...publicSettings,
        DATA_DIR: folder,
        APP_URL: 'https://app.invalid',
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: [current, late, primary.url, gone].join(),
      },
    })
    expect(await doctor.ended).toBe(1)
    const lines = doctor.output()
    const line = (mark: string, url = '', says = '') =>
      expect(lines).toMatch(new RegExp(`${mark} Replica +.*${new URL(url).host}.*${says}`))
    line('✓', current, 'replays, \\d+ bytes behind')
    line('✗', late, '\\d+ MB behind\\n +→ Look at its log')
    line('✗', primary.url, 'takes writes\\.\\n +→ Set it to a streaming replica')
    line('✗', gone, 'no connection \\(.+\\)\\n +→ Start it')
  },
)
