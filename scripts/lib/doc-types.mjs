// TypeScript that documents show: it must be right as a plugin author's compiler sees it.
import ts from 'typescript'
import { ROOT } from './setup.mjs'

/** A file that is nowhere, at a place from which the contract is found. */
const PATH = `${ROOT}examples/block.ts`
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  types: ['node'],
}

/** What is wrong with a module's types, or nothing. */
export function typeProblem(text) {
  const host = ts.createCompilerHost(OPTIONS)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (path) => path === PATH || fileExists(path)
  host.readFile = (path) => (path === PATH ? text : readFile(path))
  host.getSourceFile = (path, ...rest) =>
    path === PATH ? ts.createSourceFile(path, text, OPTIONS.target) : getSourceFile(path, ...rest)
  const [first] = ts.getPreEmitDiagnostics(ts.createProgram([PATH], OPTIONS, host))
  if (first === undefined) return undefined
  const { line } = ts.getLineAndCharacterOfPosition(first.file, first.start)
  return { problem: `line ${line + 1} of the block: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}` }
}
