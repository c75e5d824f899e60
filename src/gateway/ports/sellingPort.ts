import type { PointOfSale } from "../domain/selling/pointOfSale.ts";
import type { Picture } from "../domain/branding/picture.ts";

/** What points of sale are kept by. Every method is one commit or one read. */
export type PointsOfSale = Readonly<{
  create(pos: PointOfSale): Promise<void>;
  /** Replaces it; its version increases by one. Throws ConflictError when it has moved on. */
  change(pos: PointOfSale): Promise<void>;
  load(id: string): Promise<PointOfSale | undefined>;
  /** Those of a store that are in use, oldest first. */
  list(storeId: string): Promise<readonly PointOfSale[]>;
  /** Gives an item a picture in the place of the one that it had; undefined takes that away. */
  changePicture(posId: string, itemId: string, picture: Picture | undefined): Promise<void>;
  /** The picture of that hash, while some item has it. */
  loadPicture(hash: string): Promise<Pick<Picture, "type" | "data"> | undefined>;
}>;
