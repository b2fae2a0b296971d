import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { browserOptions } from '@plinth/testing/runner/system-browser.mjs'
import { copyProject } from '@plinth/testing/programs/project-copy.ts'

// npx loads the command from npm's registry: as a dependency it would add 74 MB to every install.
const COMMAND = ['--yes', 'shadcn@4.23.0', 'add', 'notice', '--yes']

/** Written like shadcn's registry: its import paths, a bare `border`, its button sizes, overrides. */
const notice = `"use client"

import * as React from "react"

import { cn } from "@/registry/base-nova/lib/utils"
import { Alert, AlertDescription, AlertTitle } from "@/registry/base-nova/ui/alert"
import { Button } from "@/registry/base-nova/ui/button"

function Notice({ className, children, ...props }: React.ComponentProps<"div">) {
  return (
    <div
      data-slot="notice"
      className={cn("relative rounded-lg border bg-popover p-4 text-popover-foreground", className)}
      {...props}
    >
      {children}
      <Alert variant="destructive">
        <svg />
        <AlertTitle>Title</AlertTitle>
        <AlertDescription>
          <p>Description</p>
        </AlertDescription>
      </Alert>
      <Alert>
        <AlertTitle>Title</AlertTitle>
      </Alert>
      <Button variant="destructive" size="icon-sm" className="h-12 rounded-none bg-primary">
        x
      </Button>
    </div>
  )
}

export { Notice }
`
const file = (name: string, content: string) => ({
  name,
  type: 'registry:ui',
  files: [{ path: `registry/base-nova/ui/${name}.tsx`, type: 'registry:ui', content }],
})
const registry: Record<string, object> = {
  '/styles/base-nova/notice.json': { ...file('notice', notice), registryDependencies: ['button'] },
  '/styles/base-nova/button.json': file('button', 'export const Button = () => null\n'),
  '/colors/stone.json': {
    inlineColors: { light: {}, dark: {} },
    cssVars: { light: {}, dark: {} },
    inlineColorsTemplate: '',
    cssVarsTemplate: '',
  },
}

async function openRegistry(): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const found = registry[url]
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Renders the added component with the project's style sheet. */
const page = {
  'added/index.html': '<div id="root"></div><script type="module" src="./main.tsx"></script>',
  'added/main.tsx': `import { createRoot } from 'react-dom/client'
import { Notice } from '#/components/ui/notice.tsx'
import '#/styles/app.css'

createRoot(document.getElementById('root') as HTMLElement).render(<Notice className="p-2">Added</Notice>)
`,
  'added/build.mjs': `import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

await build({
  root: import.meta.dirname,
  base: './',
  configFile: false,
  logLevel: 'error',
  plugins: [tailwindcss(), react()],
  resolve: { alias: { '#': new URL('../src', import.meta.url).pathname } },
})
`,
  'tsconfig.added.json':
    '{ "extends": "./tsconfig.json", "include": ["added", "src/components/ui/notice.tsx"] }',
}

test('a component added by shadcn compiles, keeps our own components and follows the theme', async () => {
  const url = await openRegistry()
  const copy = copyProject()
  const own = readFileSync(path.join(copy.folder, 'src/components/ui/button.tsx'), 'utf8')
  const style = readFileSync(path.join(copy.folder, 'src/styles/app.css'), 'utf8')

  const added = await new Promise<string>((resolve) => {
    const child = spawn('npx', COMMAND, { cwd: copy.folder, env: { ...process.env, REGISTRY_URL: url } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString()
      })
    // The command asks whether to overwrite the button that the component needs.
    child.stdin.end('n\n')
    child.on('close', () => resolve(output))
  })
  expect(existsSync(path.join(copy.folder, 'src/components/ui/notice.tsx')), added).toBe(true)
  expect(readFileSync(path.join(copy.folder, 'src/components/ui/button.tsx'), 'utf8')).toBe(own)
  expect(readFileSync(path.join(copy.folder, 'src/styles/app.css'), 'utf8')).toBe(style)

  for (const [name, text] of Object.entries(page)) copy.write(name, text)
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: copy.folder,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production' },
    })
  const types = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.added.json')
  expect(types.stdout + types.stderr).toBe('')
  const built = run('added/build.mjs')
  expect(built.status, built.stderr).toBe(0)

  const browser = await chromium.launch({
    ...browserOptions(),
    args: ['--allow-file-access-from-files', '--no-sandbox'],
  })
  onTestFinished(() => browser.close())
  const shown = await browser.newPage()
  await shown.goto(`file://${path.join(copy.folder, 'added/dist/index.html')}`)
  const box = shown.locator('[data-slot=notice]')
  const button = box.getByRole('button')
  const icons = box.locator('[data-slot=alert] svg:visible')
  await box.waitFor()
  await icons.waitFor()
  for (const theme of ['light', 'dark']) {
    await shown.evaluate(
      (isDark) => document.documentElement.classList.toggle('dark', isDark),
      theme === 'dark',
    )
    const token = async (name: string) =>
      shown.evaluate((asked) => {
        const probe = document.body.appendChild(document.createElement('i'))
        probe.style.color = `var(--${asked})`
        const { color } = getComputedStyle(probe)
        probe.remove()
        return color
      }, name)
    const css = (of: typeof box, property: string) =>
      of.evaluate((element, asked) => getComputedStyle(element).getPropertyValue(asked), property)
    expect(await css(box, 'background-color')).toBe(await token('popover'))
    expect(await css(box, 'border-top-color')).toBe(await token('border'))
    // Classes passed in override the component's own, also those of our button.
    expect(await css(box, 'padding-top')).toBe('8px')
    await expect.poll(() => css(button, 'background-color')).toBe(await token('primary'))
    expect([await css(button, 'height'), await css(button, 'border-radius')]).toEqual(['48px', '0px'])
  }
})
