"""Pairs: their collections, storing and uploading them, browsing their sentences, suggesting trees and links."""
