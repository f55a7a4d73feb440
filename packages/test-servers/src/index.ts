export type { TestDatabase, TestServer } from './server.ts'
export { describeWith, type Describe } from './describe.ts'
export { DEBIAN_PACKAGES, isInstalled, whyMissing, type Kind } from './programs.ts'
export { startMariaDb } from './mariadb.ts'
export { startMemcached } from './memcached.ts'
export { startPostgres } from './postgres.ts'
export { startZooKeeperEnsemble, type ZooKeeperEnsemble } from './ensemble.ts'
export { startZooKeeper, type ZooKeeperOptions } from './zookeeper.ts'
export {
  startAttestation,
  type AttestationAnswer,
  type AttestationQuestion,
  type AttestationService,
} from './attestation.ts'
export { makeAuthority, selfSigned, type CertificateAuthority, type ServerCertificate } from './certificates.ts'
