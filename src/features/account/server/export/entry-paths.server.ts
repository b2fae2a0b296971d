/**
 * Names for the files of an archive, as every system can unpack them: nothing that leads out of its folder,
 * nothing Windows refuses, and none twice. Answers a function that gives each name in turn.
 */
export function createPathMaker(): (path: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const safe = wanted.split('/').map(safeName).join('/')
    const [, stem = safe, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/s.exec(safe) ?? []
    let path = safe
    for (let count = 2; taken.has(path.toLowerCase()); count++) path = `${stem} (${count})${ending}`
    taken.add(path.toLowerCase())
    return path
  }
}

function safeName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- just these are to go
  const visible = name.replace(/[\u0000-\u001f\u007f\\:*?"<>|]/g, '_')
  const plain = visible.replace(/^\.+/, '_').replace(/(?<![. ])[. ]+$/, '_')
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain || '_'
}
