/** Under this, rejections without a reason are counted. */
const NO_REASON = 'no reason given'

/** The key under which rejections are counted, such as `RamFilter: not_enough_ram`: equal causes add up. */
export function reasonKey(filter: string, reason: string | null): string {
  return `${filter}: ${reason ?? NO_REASON}`
}
