export { imageMeta, typedImageProperties } from './image-meta.ts'
export { RAW_IMAGES, TYPED_IMAGES } from './properties.ts'
export type { ImageRules, ImageTable, ImageType, WordType } from './types.ts'
