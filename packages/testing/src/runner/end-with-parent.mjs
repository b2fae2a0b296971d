// Loaded before an application started by a test: sends itself SIGTERM when the test's process is gone,
// however that ended.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
for (const event of ['end', 'error']) process.stdin.on(event, () => process.kill(process.pid, 'SIGTERM'))
process.stdin.resume()
process.stdin.unref?.()
