// Fenced blocks of a document, and what is wrong with how they are written.

const FENCE = /^```(.*)\n([\s\S]*?)^```$/gm
/** A first line that names the file which the block is: `// rack.mjs`, `# conf/nova.conf`. */
const NAMING_COMMENT = /^(?:\/\/|#) (~?[\w./-]+\.\w+)\n/
const LIST_ITEM = /^\s*([-*+]|\d+\.) /

/**
 * The fenced blocks of a document, in order: kind, the file that each is (null for none), text, and where it stands.
 * A file is named behind the kind (```js rack.mjs) or by a comment in the first line.
 */
export function blocksOf(text) {
  return Array.from(text.matchAll(FENCE), (match) => {
    const [whole, info, body] = match
    const [kind = '', file] = info.trim().split(/\s+/)
    return {
      kind,
      file: file ?? NAMING_COMMENT.exec(body)?.[1] ?? null,
      text: body,
      start: match.index + 4 + info.length,
      end: match.index + whole.length - 3,
      line: lineAt(text, match.index),
    }
  })
}

/** Lines of blocks that are written by indenting them: nothing could run those. */
export function indentedLines(text) {
  const lines = text.replaceAll(FENCE, (block) => block.replaceAll(/.+/g, '.')).split('\n')
  const isCode = (line) => /^ {4,}\S/.test(line)
  return lines.flatMap((line, index) => {
    const before = lines.slice(0, index).findLast((other) => other !== '' && !isCode(other)) ?? ''
    return isCode(line) && lines[index - 1] === '' && !LIST_ITEM.test(before) && !/^\s/.test(before) ? [index + 1] : []
  })
}

function lineAt(text, index) {
  return text.slice(0, index).split('\n').length
}
