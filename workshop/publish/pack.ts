// node scripts/run.mjs workshop/publish/pack.ts FOLDER: builds and packs the packages of this repository into
// a folder, with a list of what is in it. create-plinth carries them, and they are published.
import path from 'node:path'
import { packAll } from './pack-all.ts'

const [to] = process.argv.slice(2)
if (to === undefined) throw new Error('Say where to: workshop/publish/pack.ts FOLDER')
for (const { file, integrity } of packAll(process.cwd(), path.resolve(to))) console.log(file, integrity)
