// What the source says of named behaviours: the comments of `Rules`, and since when each holds by the table of releases.
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { ROOT } from './setup.mjs'

const SOURCES = `${ROOT}packages/core/src/`

/**
 * The behaviours of an interface that a table of histories gives values to.
 *
 * @param file - where the interface is, from the sources of `core`
 * @param table - the name of the table in `releases.ts`
 * @returns each with its name, its comment, its first value and the changes of it, as they are written
 */
export function historiesOf(file, table) {
  const comments = commentsIn(file)
  const values = declaredIn('releases.ts')
  return values.get(table).properties.map(({ name, initializer }) => {
    const { elements } = ts.isIdentifier(initializer) ? values.get(initializer.text) : initializer
    const [first, ...later] = elements
    const changes = later.map(({ arguments: [since, value] }) => ({
      since: Number(since.text),
      value: value.getText(),
    }))
    return { name: name.text, comment: comments.get(name.text), first: first.getText(), changes }
  })
}

function parsed(file) {
  return ts.createSourceFile(file, readFileSync(SOURCES + file, 'utf8'), ts.ScriptTarget.ES2022, true)
}

/** The values of a file's variables, by name. */
function declaredIn(file) {
  const declarations = parsed(file)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations)
  return new Map(declarations.map(({ name, initializer }) => [name.text, initializer]))
}

/** The comments of the members of all interfaces in a file, as one line each. */
function commentsIn(file) {
  const members = parsed(file)
    .statements.filter(ts.isInterfaceDeclaration)
    .flatMap((declaration) => [...declaration.members])
  return new Map(
    members.map((member) => {
      const texts = ts.getJSDocCommentsAndTags(member).map(({ comment }) => ts.getTextOfJSDocComment(comment))
      return [member.name.text, texts.join(' ').replaceAll(/\s+/g, ' ')]
    }),
  )
}
