import { z } from 'zod'
import type { WorkspaceRole } from '@plinth/core/access'
import { roles } from './roles.ts'

/** A role as it is stored. One that the product no longer has may do nothing until it is changed. */
export const storedRole = z.string().meta({ enum: [...roles] }) as unknown as z.ZodType<WorkspaceRole>
