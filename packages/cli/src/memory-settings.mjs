// Plain JavaScript: run.mjs imports it before anything is installed.

// Without them the process keeps several times what it uses.
const nodeOptions = [
  // V8 grows its heap far beyond what lives when it may use gigabytes, and shrinks it only by chance. Limits
  // cost some CPU: more collections.
  '--max-semi-space-size=32',
  '--max-old-space-size=1024',
]
// glibc: few arenas, and large blocks always outside of them, so that freed memory goes back to the system.
// Setting a threshold also switches off its growth.
const malloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** The environment of a server process, so that it returns memory. What `env` already sets wins. */
export function memorySettings(env) {
  const given = Object.keys(malloc).filter((name) => env[name])
  return {
    ...malloc,
    ...Object.fromEntries(given.map((name) => [name, env[name]])),
    // Node takes the last one of an option given twice.
    NODE_OPTIONS: [...nodeOptions, env.NODE_OPTIONS].filter(Boolean).join(' '),
  }
}
