import type { Liveness, LivenessListener, ServiceGroupDriver } from '../plugin/servicegroup-driver.ts'
import type { Clock } from '../util/clock.ts'
import type { Timer } from '../util/timer.ts'
import { firstFlip, livenessAt } from './liveness-at.ts'

/**
 * Follows a group: what the driver tells, and with one timer the members that go down because nothing is heard of them.
 *
 * @returns ends it
 */
export function followLiveness(
  driver: Pick<ServiceGroupDriver, 'watch'>,
  group: string,
  { clock, timer }: { readonly clock: Clock; readonly timer: Timer },
  listener: LivenessListener,
): () => void {
  let forget = (): void => {}
  const tell = (snapshot: Liveness): void => {
    listener(livenessAt(snapshot, clock))
    const first = firstFlip(livenessAt(snapshot, clock))
    // A moment later: up to its last millisecond a member is up.
    if (first !== null) forget = timer.after(first - clock() + 1, () => tell(snapshot))
  }
  const stop = driver.watch(group, (snapshot) => {
    forget()
    if (snapshot === null) listener(null)
    else tell(snapshot)
  })
  return () => {
    forget()
    stop()
  }
}
