import { join } from 'node:path'
import { serve, type Place, type Recipe } from './recipe.ts'
import type { TestDatabase } from './server.ts'

/** Who owns every database. A wrong password is refused. */
export const USER = 'nova'
export const PASSWORD = 'nova-secret'

/** What a database server adds to a recipe. */
export interface DatabaseRecipe extends Recipe {
  /** As in `mysql+pymysql://`. */
  readonly scheme: string
  createDatabase(place: Place, database: string): Promise<void>
}

const NAME = /^[a-z_][a-z0-9_]{0,50}$/

/** Starts a database server. */
export async function serveDatabase(recipe: DatabaseRecipe): Promise<TestDatabase> {
  const server = await serve(recipe)
  const { folder, port } = server
  return Object.assign(server, {
    async connection(database: string) {
      if (!NAME.test(database)) throw new Error(`'${database}' is no name of a database: a-z, 0-9 and _`)
      await recipe.createDatabase({ folder, port, log: join(folder, 'log') }, database)
      return `${recipe.scheme}://${USER}:${PASSWORD}@${server.address}/${database}`
    },
  })
}
