import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { requireBuild } from '@plinth/testing/runner/require-build.ts'
import { copyBuiltProject, runCommand } from '@plinth/testing/programs/run-command.ts'
import { freePort } from '@plinth/testing/programs/running-app.ts'

beforeAll(requireBuild)

test('npm start, doctor, user and demo read .env, and variables that are already set win', async () => {
  const { copy, url, npm } = await copyWithEnvFile()
  const start = npm('start')
  await start.prints('! There is no setting DATABSE_URL. Did you mean DATABASE_URL?')
  await start.prints(`is running at  ${url}`)
  await start.prints('ada@example.com')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(existsSync(path.join(copy.folder, '.data-two/postgres'))).toBe(true)

  const doctor = npm('run', 'doctor')
  await doctor.ended
  expect(doctor.output()).toContain(`local mode at ${url}`)
  expect(doctor.output()).toMatch(
    /\.env has an unknown setting: DATABSE_URL\n\s+→ Did you mean DATABASE_URL\?/,
  )
  expect(doctor.output()).toContain('.env has an unknown setting: FAVORITE')
  expect(doctor.output()).not.toContain('OTEL_SERVICE_NAME')
  expect(doctor.output()).toContain(`${path.join(copy.folder, '.data-two')} is writable`)

  const given = String(await freePort())
  const other = npm({ PORT: given }, 'run', 'doctor')
  await other.ended
  expect(other.output()).toContain(`127.0.0.1:${given} is free`)

  const promote = npm('run', 'user', '--', 'promote', 'ada@example.com')
  await promote.prints('ada@example.com is an administrator now.')
  const demo = npm('run', 'demo', '--', 'remove')
  await demo.prints('demo accounts with everything they own')

  process.kill(start.child.pid ?? 0, 'SIGTERM')
  await start.ended
  expect(existsSync(path.join(copy.folder, '.data'))).toBe(false)
})

test('npm start reads a .env that PowerShell has written', async () => {
  const { copy, url, npm } = await copyWithEnvFile()
  const file = path.join(copy.folder, '.env')
  writeFileSync(file, Buffer.from(`\uFEFF${readFileSync(file, 'utf8')}`, 'utf16le'))
  await npm('start').prints(`is running at  ${url}`)
})

test('npm start names missing and misspelled settings before it builds', async () => {
  const { copy, npm } = await copyWithEnvFile()
  copy.write('public/new.txt', 'The build is stale.')
  const start = npm({ APP_URL: 'https://app.example.com', SMPT_URL: 'smtp://mail.example.com' }, 'start')
  expect(await start.ended).toBe(1)
  for (const line of ['DATABSE_URL. Did you mean DATABASE_URL?', 'SMPT_URL. Did you mean SMTP_URL?'])
    expect(start.output()).toContain(`! There is no setting ${line}`)
  expect(start.output()).toContain('- SMTP_URL is required')
  expect(start.output()).not.toContain('Building')
})

test('npm run dev reads .env', async () => {
  const { copy, url, npm } = await copyWithEnvFile()
  const dev = npm('run', 'dev')
  await dev.prints(`is running at  ${url}`)
  process.kill(dev.child.pid ?? 0, 'SIGTERM')
  await dev.ended
  expect(existsSync(path.join(copy.folder, '.data-two/postgres'))).toBe(true)
  expect(existsSync(path.join(copy.folder, '.data'))).toBe(false)
})

async function copyWithEnvFile() {
  const copy = copyBuiltProject()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  copy.write(
    '.env',
    `PORT=${port}\nAPP_URL=${url}\nDATA_DIR=.data-two\nDATABSE_URL=x\nFAVORITE=y\nOTEL_SERVICE_NAME=z\n`,
  )
  const fromFile = { PORT: undefined, APP_URL: undefined, DATA_DIR: undefined }
  function npm(first: string | Record<string, string>, ...rest: string[]) {
    const [given, args] = typeof first === 'string' ? [{}, [first, ...rest]] : [first, rest]
    return runCommand(['npm', ...args], { cwd: copy.folder, env: { ...fromFile, ...given } })
  }
  return { copy, url, npm }
}
