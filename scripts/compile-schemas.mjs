// Compiles packages/core/schema/*.json to validators, so that a command starts without compiling schemas.
// With --check it writes nothing and fails when what is there is not what the schemas compile to.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import standaloneModule from 'ajv/dist/standalone/index.js'

const standaloneCode = standaloneModule.default
const core = new URL('../packages/core/', import.meta.url)
const target = new URL('src/generated/validators.ts', core)

/** What is exported under which name: a schema, or a definition in one. */
const VALIDATORS = {
  inventory: 'inventory.schema.json',
  shortRequest: 'request.schema.json#/definitions/short',
  novaRequest: 'request.schema.json#/definitions/nova',
}

const HEAD = `// @ts-nocheck
// Made by scripts/compile-schemas.mjs from the files in packages/core/schema: change those, not this.
`

/** Schemas by file name, with and without what only editors need. */
async function readSchemas() {
  const names = [...new Set(Object.values(VALIDATORS).map((name) => name.split('#')[0]))]
  const texts = await Promise.all(names.map((name) => readFile(new URL(`schema/${name}`, core), 'utf8')))
  return new Map(names.map((name, index) => [name, JSON.parse(texts[index])]))
}

function withoutTexts(schema) {
  const drop = (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value)
  return JSON.parse(JSON.stringify(schema, drop))
}

/** The names of the fields of a schema, level by level: null where any key may stand. */
function fieldsOf(schema, root) {
  if (schema.$ref !== undefined) return fieldsOf(definition(schema.$ref, root), root)
  if (schema.items !== undefined) return fieldsOf(schema.items, root)
  if (schema.properties === undefined) return null
  const fields = Object.entries(schema.properties).map(([name, value]) => [name, fieldsOf(value, root)])
  return Object.fromEntries(fields)
}

function definition(ref, root) {
  return root.definitions[ref.replace('#/definitions/', '')]
}

function compile(schemas) {
  const options = {
    allErrors: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    code: { source: true, esm: true },
  }
  const ajv = new Ajv({ ...options, schemas: [...schemas.values()].map(withoutTexts) })
  const code = standaloneCode(ajv, VALIDATORS)
  if (code.includes('require(')) throw new Error('a schema uses a keyword whose validator needs a library at run time')
  return code.replace(/^"use strict";/, '')
}

function fieldTables(schemas) {
  return Object.entries(VALIDATORS).map(([name, reference]) => {
    const [file, pointer] = reference.split('#')
    const root = schemas.get(file)
    const fields = fieldsOf(pointer === undefined ? root : definition(`#${pointer}`, root), root)
    return `export const ${name}Fields = ${JSON.stringify(fields)};\n`
  })
}

/** The text of the generated file. */
export async function generate() {
  const schemas = await readSchemas()
  return `${HEAD}${compile(schemas)}\n${fieldTables(schemas).join('')}`
}

async function main() {
  const text = await generate()
  if (process.argv.includes('--check')) {
    const present = await readFile(target, 'utf8').catch(() => '')
    if (present === text) return
    process.stderr.write(`${fileURLToPath(target)} is out of date: run node scripts/compile-schemas.mjs\n`)
    process.exitCode = 1
    return
  }
  await mkdir(new URL('.', target), { recursive: true })
  await writeFile(target, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
