import { SHARED_PRODUCT, startProduct } from './product.ts';

/** Starts the product that all workers share. Playwright calls the returned function at the end. */
export default async function startSharedProduct(): Promise<() => Promise<void>> {
  const { stop, ...product } = await startProduct();
  process.env[SHARED_PRODUCT] = JSON.stringify(product);
  return stop;
}
