import { afterAll } from 'vitest'
import { setBrand } from '@plinth/core/brand.ts'
import { brand } from '#/brand.ts'
import { endAll } from './at-end.ts'

setBrand(brand)
afterAll(endAll)
