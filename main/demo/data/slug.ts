/** The firm's slugs are made as the product makes them. */
export { slugOf as slugify } from '../../../preload/contract/domain/slug';
