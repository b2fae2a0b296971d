import { randomUUID } from 'node:crypto'
import { inDatabase } from '@plinth/testing/browser/in-database.ts'
import type { Screens, Step } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {}

export const steps: readonly Step[] = [
  (_, { email }) =>
    inDatabase(
      `insert into passkey (id, public_key, user_id, credential_id, counter, device_type, backed_up)
       select $1, 'key', id, $1, 0, 'singleDevice', false from "user" where email = $2`,
      [randomUUID(), email],
    ),
]
