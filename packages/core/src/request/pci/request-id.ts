/**
 * The id of a PCI request, a uuid: Nova's is random, ours is always the same for the same instance and position.
 *
 * @param uuid - of the instance
 * @param index - position among the instance's PCI requests, from 0
 */
export function requestId(uuid: string, index: number): string {
  // Loaded when it is needed: most requests ask for no device.
  const hex = process
    .getBuiltinModule('node:crypto')
    .createHash('sha1')
    .update(`pci-request:${uuid}:${index}`)
    .digest('hex')
  // Version 5 (made of a name), variant 1.
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
