import { afterAll } from 'vitest'
import '../../scripts/installed.ts'
import { endAll } from './at-end.ts'

afterAll(endAll)
