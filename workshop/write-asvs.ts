// npm run asvs: writes workshop/docs/asvs.md from workshop/checks/asvs.json.
import { writeAsvs } from './checks/asvs.ts'

writeAsvs(process.cwd())
