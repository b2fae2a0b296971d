// Runs a command under the pinned Node, after installing what is missing. scripts/run.mjs of a project
// calls it. Plain JavaScript, like whatever it imports: the machine's own Node may be older.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfSources, isBuilt } from './build-stamp.mjs'
import { commandFile, isOfServer } from './commands.mjs'
import { ensureInstalled, fail, isPinned, runPinned } from './install.mjs'
import { memorySettings } from './memory-settings.mjs'

// Every process of a command reuses what an earlier one compiled.
process.env.NODE_COMPILE_CACHE ??= path.resolve('.cache/node')

const program = fileURLToPath(new URL('plinth.mjs', import.meta.url))

/** Ends with the exit code of the command. `isNew`: the caller has just installed what it needs. */
export async function run([name, ...args], isNew = false) {
  await ensureInstalled({ development: isNew ? name !== 'start' : !isOfServer(name), isNew })
  if (name === 'start') process.exitCode = await start()
  else if (name === 'dev') process.exitCode = await startDevelopment(args)
  else if (name === 'install') return
  else if (isPinned()) {
    process.argv.splice(1, 1, program)
    await import('./plinth.mjs')
  } else process.exitCode = await runPinned([program, name, ...args])
}

/** Builds when the build is stale, and serves. */
async function start() {
  // Checked in this process: starting another takes longer, and most starts need no build.
  if (!isBuilt(hashOfSources())) {
    const production = { NODE_ENV: 'production' }
    if ((await runPinned([commandFile('check-settings')], production)) !== 0) process.exit(1)
    if ((await runPinned([commandFile('build'), '--uncompressed'], production)) !== 0)
      fail('The build failed. Its own message is above.')
  }
  return runPinned([commandFile('serve')], { NODE_ENV: 'production', ...memorySettings(process.env) })
}

function startDevelopment(args) {
  console.log('Starting the development server...')
  return runPinned([commandFile('dev'), ...args], {
    NODE_ENV: 'development',
    ...memorySettings(process.env),
    // Vite's bundler has an allocator of its own, which keeps what it used for each save.
    MIMALLOC_PURGE_DELAY: process.env.MIMALLOC_PURGE_DELAY ?? '0',
  })
}
