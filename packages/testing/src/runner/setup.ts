import { afterAll } from 'vitest'
import '@plinth/cli/installed.ts'
import { endAll } from './at-end.ts'

afterAll(endAll)
