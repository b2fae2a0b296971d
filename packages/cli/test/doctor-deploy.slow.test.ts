import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publicSettings } from '@plinth/testing/http/open-app.ts'
import { runCommand } from '@plinth/testing/programs/run-command.ts'

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

test('the doctor says that no mail is sent if SMTP_URL is log', async () => {
  const doctor = runCommand(['npm', 'run', 'doctor'], { env: { DATA_DIR: newFolder(), SMTP_URL: 'log' } })
  expect(await doctor.ended).toBe(1)
  expect(doctor.output()).toMatch(/✗ Mail +is not sent: SMTP_URL is log.*\n +→ Set SMTP_URL to a mail server/)
})
